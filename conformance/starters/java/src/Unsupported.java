/** A method, a rule set, an option's value or a number of seats that hello does not claim. */
final class Unsupported extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unsupported(String message) {
        super(message);
    }
}
