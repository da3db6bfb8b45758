package dev.provision.connect;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.host.Context;
import dev.provision.host.Frame;
import dev.provision.host.FrameResult;
import dev.provision.host.HostInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A session over one line and a shell for each account. */
final class ShellSession implements Session {

  private final ConnectionSpec spec;
  private final Line.Dialer dialer;
  private final ConnectOptions options;
  private final ShellOpener opener;

  private @Nullable Line line;
  private @Nullable Shell login;
  private int batches;
  private Traffic traffic = new Traffic(0, 0, 0, 0);

  ShellSession(ConnectionSpec spec, Line.Dialer dialer, ConnectOptions options) {
    this.spec = spec;
    this.dialer = dialer;
    this.options = options;
    this.opener = new ShellOpener(spec.name(), options, "s" + Nonce.next());
  }

  @Override
  public HostInfo info(Context context) {
    return shell().hello().info();
  }

  private Shell shell() {
    if (login == null) {
      Line opened = dialer.dial();
      line = opened;
      login = opener.open(opened);
      traffic = traffic.plus(new Traffic(opened.roundTrips() + 1, 0, 0, 0));
    }
    return login;
  }

  @Override
  public List<FrameResult> exchange(List<Frame> frames) {
    Shell shell = shell();
    Batch batch =
        Batch.of(
            ++batches,
            frames.stream()
                .map(
                    frame ->
                        new Batch.Entry(
                            frame, frame.context().become().map(b -> b.user()).orElse("")))
                .toList());
    @Nullable FrameResult[] results = new FrameResult[frames.size()];
    options.log().sent(spec.name(), "", batch.number(), frames);
    long in = shell.bytesIn();
    long out = shell.bytesOut();
    try {
      shell.run(batch, results, options.grace());
    } catch (LineLostException e) {
      throw new ProvisionException(
          ErrorCode.CONNECTION_LOST, spec.name() + ": the line was lost: " + e.getMessage());
    } finally {
      traffic = traffic.plus(new Traffic(0, 1, shell.bytesOut() - out, shell.bytesIn() - in));
    }
    List<FrameResult> all = Arrays.stream(results).map(Objects::requireNonNull).toList();
    options.log().received(spec.name(), "", batch.number(), all);
    return all;
  }

  @Override
  public void reconnect() {
    close();
  }

  @Override
  public void interrupt() {}

  @Override
  public void kill() {}

  @Override
  public Traffic traffic() {
    return traffic;
  }

  @Override
  public void close() {
    if (login != null) {
      login.end();
      login = null;
    }
    if (line != null) {
      line.close();
      line = null;
    }
  }
}
