/* What a C compiler makes of scoring hands in bulk, with the tables of the scorer: five bytes a hand in, one
   number of 16 bits out. Returns how many hands were scored: with checks, it ends at the first that is not
   five different cards of the pack. `keys` are by id, 64 of them; `others` and `flushes` by the sum of five
   keys, `size` each, which is the key of what is no card of the pack. */
#include <stddef.h>
#include <stdint.h>

static int of_one_suit(const uint8_t *h) {
    return (((h[0] ^ h[1]) | (h[0] ^ h[2]) | (h[0] ^ h[3]) | (h[0] ^ h[4])) & 3) == 0;
}

size_t unchecked(const int32_t *keys, const int16_t *others, const int16_t *flushes, int32_t size,
                 const uint8_t *hands, size_t count, int16_t *scores) {
    (void)size;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *h = hands + 5 * i;
        int32_t sum = keys[h[0]] + keys[h[1]] + keys[h[2]] + keys[h[3]] + keys[h[4]];
        scores[i] = of_one_suit(h) ? flushes[sum] : others[sum];
    }
    return count;
}

size_t checked(const int32_t *keys, const int16_t *others, const int16_t *flushes, int32_t size,
               const uint8_t *hands, size_t count, int16_t *scores) {
    const uint64_t one = 1;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *h = hands + 5 * i;
        if ((h[0] | h[1] | h[2] | h[3] | h[4]) >= 64) return i;
        int32_t sum = keys[h[0]] + keys[h[1]] + keys[h[2]] + keys[h[3]] + keys[h[4]];
        uint64_t a = one << h[0], b = one << h[1], c = one << h[2], d = one << h[3], e = one << h[4];
        if (sum >= size || a + b + c + d + e != (a | b | c | d | e)) return i;
        scores[i] = of_one_suit(h) ? flushes[sum] : others[sum];
    }
    return count;
}
