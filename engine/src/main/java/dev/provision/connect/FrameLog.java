package dev.provision.connect;

import dev.provision.diag.Problem;
import dev.provision.host.Frame;
import dev.provision.host.FrameResult;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Is told what goes over the lines. What it shows of a frame is the frame's {@code
 * script().shown()}, never its secrets; what hosts answer may hold secrets and is nothing to show
 * but by size. Called from many threads.
 */
public interface FrameLog {

  /** Hears nothing. */
  FrameLog NONE = new FrameLog() {};

  /**
   * A batch goes out.
   *
   * @param host the inventory name
   * @param account of the shell that runs it
   * @param batch counts from 1 in a session
   */
  default void sent(String host, String account, int batch, List<Frame> frames) {}

  /** The results of that batch, one for each frame; fewer where the line was lost. */
  default void received(String host, String account, int batch, List<FrameResult> results) {}

  /** A line was opened, and the user should know something about it, such as a new host key. */
  default void warned(String host, Problem warning) {}

  /** Tells both. */
  default FrameLog and(FrameLog other) {
    FrameLog first = this;
    return new FrameLog() {
      @Override
      public void sent(String host, String account, int batch, List<Frame> frames) {
        first.sent(host, account, batch, frames);
        other.sent(host, account, batch, frames);
      }

      @Override
      public void received(String host, String account, int batch, List<FrameResult> results) {
        first.received(host, account, batch, results);
        other.received(host, account, batch, results);
      }

      @Override
      public void warned(String host, Problem warning) {
        first.warned(host, warning);
        other.warned(host, warning);
      }
    };
  }

  /** Puts all into lines, secrets replaced. */
  static FrameLog lines(Consumer<String> out) {
    return new FrameLog() {
      @Override
      public void sent(String host, String account, int batch, List<Frame> frames) {
        String head = host + " " + account + " batch " + batch;
        out.accept(head + ": " + frames.size() + (frames.size() == 1 ? " frame" : " frames"));
        frames.forEach(frame -> out.accept(head + " > " + shown(frame)));
      }

      private String shown(Frame frame) {
        String kind = frame.kind().name().toLowerCase(Locale.ROOT);
        String id = frame.id().isEmpty() ? "" : " " + frame.id();
        String input = frame.input().map(i -> " (" + i.bytes().length + " bytes in)").orElse("");
        return kind + id + input + ": " + frame.script().shown();
      }

      @Override
      public void received(String host, String account, int batch, List<FrameResult> results) {
        String head = host + " " + account + " batch " + batch + " < ";
        results.forEach(result -> out.accept(head + shown(result)));
      }

      private String shown(FrameResult result) {
        return result.status()
            + (result.status() == FrameResult.Status.ENDED ? " " + result.exitCode() : "")
            + ", "
            + result.stdout().length
            + " and "
            + result.stderr().length
            + " bytes, "
            + result.elapsed().toMillis()
            + " ms";
      }

      @Override
      public void warned(String host, Problem warning) {
        out.accept(host + ": " + warning.oneLine());
      }
    };
  }
}
