package dev.provision.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTests {

  @ParameterizedTest
  @CsvSource({"8 GiB, 8589934592", "1.5MiB, 1572864", "64 kib, 65536", "0, 0"})
  void readsSizes(String text, long bytes) {
    assertEquals(Optional.of(bytes), Quantity.bytes(text));
  }

  @ParameterizedTest
  @CsvSource({"48 ms, PT0.048S", "48ms, PT0.048S", "0.5 ms, PT0.0005S", "2 m, PT2M", "0, PT0S"})
  void readsTimes(String text, Duration duration) {
    assertEquals(Optional.of(duration), Quantity.duration(text));
  }

  @Test
  void readsRatesAndShares() {
    assertEquals(Optional.of(1_000_000_000L), Quantity.bitsPerSecond("1 Gbit/s"));
    assertEquals(Optional.of(0.1), Quantity.percent("0.1 %"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "48", "ms", "-1 ms", "1 parsec", "1e3 ms", "1 GB"})
  void refusesWhatHasNoOrAnotherUnit(String text) {
    assertEquals(Optional.empty(), Quantity.bytes(text));
    assertEquals(Optional.empty(), Quantity.duration(text));
  }
}
