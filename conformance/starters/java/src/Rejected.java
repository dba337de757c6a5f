/** The rules forbid it, and nothing has changed. The code is one of the protocol's words. */
final class Rejected extends RuntimeException {
    private static final long serialVersionUID = 1;

    final String code;

    Rejected(String code, String message) {
        super(message);
        this.code = code;
    }
}
