import com.google.gson.JsonArray;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Cards: two characters, rank then suit. */
final class Cards {
    private static final String RANKS = "23456789TJQKA";
    private static final String SUITS = "cdhs";

    private static final Comparator<String> IN_HAND =
            Comparator.<String>comparingInt(card -> -RANKS.indexOf(card.charAt(0)))
                    .thenComparingInt(card -> SUITS.indexOf(card.charAt(1)));

    private Cards() {}

    /** All cards from the lowest rank on, by rank ascending, then by suit. */
    static List<String> packFrom(int lowest) {
        Stream<String> ranks = Stream.of(RANKS.substring(lowest - 2).split(""));
        return ranks.flatMap(rank -> Stream.of(SUITS.split("")).map(suit -> rank + suit)).toList();
    }

    static boolean isCard(String text) {
        return text.length() == 2 && RANKS.indexOf(text.charAt(0)) >= 0 && SUITS.indexOf(text.charAt(1)) >= 0;
    }

    /** By rank descending, then by suit: how a hand is shown. */
    static List<String> sortedHand(List<String> cards) {
        return cards.stream().sorted(IN_HAND).toList();
    }

    static JsonArray toJson(List<String> cards) {
        JsonArray array = new JsonArray();
        cards.forEach(array::add);
        return array;
    }
}
