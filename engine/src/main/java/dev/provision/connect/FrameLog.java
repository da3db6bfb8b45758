package dev.provision.connect;

import dev.provision.host.Frame;
import dev.provision.host.FrameResult;
import java.util.List;

/**
 * Is told what goes over the lines. What it shows of a frame is the frame's {@code
 * script().shown()}, never its secrets; what hosts answer may hold secrets and is nothing to show
 * but by size. Called from many threads.
 */
public interface FrameLog {

  /** Hears nothing. */
  FrameLog NONE =
      new FrameLog() {
        @Override
        public void sent(String host, String account, int batch, List<Frame> frames) {}

        @Override
        public void received(String host, String account, int batch, List<FrameResult> results) {}
      };

  /**
   * A batch goes out.
   *
   * @param host the inventory name
   * @param account of the shell that runs it
   * @param batch counts from 1 in a session
   */
  void sent(String host, String account, int batch, List<Frame> frames);

  /** The results of that batch, one for each frame. */
  void received(String host, String account, int batch, List<FrameResult> results);
}
