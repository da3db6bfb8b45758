package dev.provision.run.work;

import dev.provision.connect.Session;
import dev.provision.host.Context;
import dev.provision.host.Frame;
import dev.provision.host.FrameResult;
import dev.provision.host.HostInfo;
import java.util.ArrayList;
import java.util.List;

/** A host over a real session. */
public final class SessionRemote implements Remote {

  private final Session session;

  public SessionRemote(Session session) {
    this.session = session;
  }

  @Override
  public HostInfo info(Context context) {
    return session.info(context);
  }

  @Override
  public List<Outcome> exchange(List<Op> ops) {
    List<Frame> frames = ops.stream().map(Op::frame).toList();
    List<FrameResult> results = session.exchange(frames);
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < ops.size(); i++) {
      outcomes.add(outcome(ops.get(i), results.get(i)));
    }
    return outcomes;
  }

  private static Outcome outcome(Op op, FrameResult result) {
    return op instanceof Op.Ask<?> ask
        ? new Outcome.Answered(ask.read(result))
        : new Outcome.Ran(result);
  }

  @Override
  public void reconnect() {
    session.reconnect();
  }

  @Override
  public void interrupt() {
    session.interrupt();
  }

  @Override
  public void kill() {
    session.kill();
  }

  @Override
  public Session.Traffic traffic() {
    return session.traffic();
  }

  @Override
  public void close() {
    session.close();
  }
}
