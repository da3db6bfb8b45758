package dev.provision.run.cursor;

import dev.provision.lang.Block;
import dev.provision.lang.Include;
import dev.provision.lang.Node;
import dev.provision.lang.RoleUse;
import dev.provision.lang.Task;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * Where one host stands in a play. Moves only when told how the present stop ended; a {@link #copy}
 * can be walked ahead on the assumption that all goes well. Which tasks are wanted (tags,
 * conditions) is not its matter.
 */
public final class Cursor {

  /** How a failure is taken. */
  public enum Fall {
    /** A rescue takes it. */
    RESCUED,
    /** An always, or notified handlers with force_handlers, run; then the host has failed. */
    CLEANING,
    /** The host has failed. */
    OUT
  }

  private final List<Section> sections;
  private final List<Node> handlers;
  private final boolean gathers;
  private final boolean forceHandlers;
  private final Deque<Frame> stack = new ArrayDeque<>();
  private final Set<Node> notified = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<RoleUse.Identity> rolesDone = new HashSet<>();
  private Stop stop = new Stop.End();
  private boolean failing;
  private boolean failed;

  /**
   * @param handlers of the play and its roles, in order, blocks that only group them resolved
   */
  public Cursor(
      List<Section> sections, List<Node> handlers, boolean gathers, boolean forceHandlers) {
    this.sections = List.copyOf(sections);
    this.handlers = new ArrayList<>(handlers);
    this.gathers = gathers;
    this.forceHandlers = forceHandlers;
    stack.push(new Frame.Play());
    settle();
  }

  /**
   * Only handlers run.
   *
   * @param wanted those that were notified
   */
  public static Cursor ofHandlers(List<Node> handlers, Set<Node> wanted, boolean gathers) {
    return new Cursor(handlers, wanted, gathers);
  }

  private Cursor(List<Node> handlers, Set<Node> wanted, boolean gathers) {
    this.sections = List.of(new Section(List.of()));
    this.handlers = new ArrayList<>(handlers);
    this.gathers = gathers;
    this.forceHandlers = false;
    notified.addAll(wanted);
    stack.push(new Frame.Play());
    settle();
  }

  private Cursor(Cursor other) {
    this.sections = other.sections;
    this.handlers = new ArrayList<>(other.handlers);
    this.gathers = other.gathers;
    this.forceHandlers = other.forceHandlers;
    other.stack.descendingIterator().forEachRemaining(frame -> stack.push(frame.copy()));
    notified.addAll(other.notified);
    rolesDone.addAll(other.rolesDone);
    this.stop = other.stop;
    this.failing = other.failing;
    this.failed = other.failed;
  }

  public Cursor copy() {
    return new Cursor(this);
  }

  /** What the host has come to. */
  public Stop stop() {
    return stop;
  }

  public boolean isOver() {
    return stop instanceof Stop.End;
  }

  /** Whether the host has failed for good, though always parts or handlers may still run. */
  public boolean isFailed() {
    return failed;
  }

  /** Whether the stop is a handler. */
  public boolean isInHandlers() {
    return stack.stream().anyMatch(Frame.Handlers.class::isInstance);
  }

  /**
   * Where it stands, for comparing hosts in a play: the one that comes first in the file is the
   * smaller. The play's own level first.
   */
  public List<Integer> position() {
    List<Integer> position = new ArrayList<>();
    for (Iterator<Frame> it = stack.descendingIterator(); it.hasNext(); ) {
      position.add(it.next().ordinal());
    }
    return position;
  }

  /** Compares {@link #position}s. */
  public static int compare(List<Integer> a, List<Integer> b) {
    for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
      int order = Integer.compare(a.get(i), b.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(a.size(), b.size());
  }

  /** The stop ended well, or was skipped. */
  public void done() {
    step();
    settle();
  }

  /** The stop was an include: these come next, then what follows it. */
  public void expand(List<Node> nodes) {
    step();
    stack.push(new Frame.Sequence(List.copyOf(nodes)));
    settle();
  }

  /** Handlers notified so far run now, then what follows the stop. */
  public void flush() {
    step();
    stack.push(new Frame.Handlers());
    settle();
  }

  /** Nothing more of the play on this host. */
  public void end() {
    stack.clear();
    settle();
  }

  /** Nothing more of the role that the stop belongs to. */
  public void endRole() {
    while (!stack.isEmpty() && !(stack.peek() instanceof Frame.Play)) {
      if (stack.pop() instanceof Frame.Inside inside && inside.block.kind() == Block.Kind.ROLE) {
        leave(inside.block);
        step();
        break;
      }
    }
    settle();
  }

  /** The handlers there are, in the order in which they run. */
  public List<Node> handlers() {
    return Collections.unmodifiableList(handlers);
  }

  /** Handlers that an included role brought. */
  public void addHandlers(List<Node> more) {
    for (Node handler : more) {
      if (handlers.stream().noneMatch(known -> known == handler)) {
        handlers.add(handler);
      }
    }
  }

  /** A handler of the play shall run; does nothing when it will anyway. */
  public void notify(Node handler) {
    notified.add(handler);
  }

  public Set<Node> notified() {
    return Collections.unmodifiableSet(notified);
  }

  /**
   * The failure that was rescued or came to nothing is forgotten: {@code meta: clear_host_errors}.
   */
  public void clearErrors() {
    failing = false;
    failed = false;
  }

  /** Whether a failure here would be rescued. */
  public boolean wouldBeRescued() {
    return stack.stream()
        .anyMatch(
            frame ->
                frame instanceof Frame.Inside inside
                    && inside.part == Frame.Part.BODY
                    && !inside.block.rescue().isEmpty());
  }

  /** The stop failed. */
  public Fall fail() {
    failing = true;
    Fall fall = fall();
    settle();
    return fall;
  }

  private Fall fall() {
    while (!stack.isEmpty()) {
      Frame top = stack.peek();
      if (top instanceof Frame.Inside inside) {
        if (inside.part == Frame.Part.BODY && !inside.block.rescue().isEmpty()) {
          failing = false;
          enter(inside, Frame.Part.RESCUE);
          return Fall.RESCUED;
        }
        if (inside.part != Frame.Part.ALWAYS && !inside.block.always().isEmpty()) {
          inside.failing = true;
          enter(inside, Frame.Part.ALWAYS);
          return wouldBeRescued() ? Fall.RESCUED : Fall.CLEANING;
        }
      }
      if (top instanceof Frame.Play play) {
        return fallOut(play);
      }
      stack.pop();
    }
    failed = true;
    return Fall.OUT;
  }

  private Fall fallOut(Frame.Play play) {
    boolean handled = forceHandlers && !failed && !play.isHandlers() && !notified.isEmpty();
    failed = true;
    if (!handled || play.index == 0) {
      stack.clear();
      return Fall.OUT;
    }
    play.index++;
    stack.push(new Frame.Handlers());
    return Fall.CLEANING;
  }

  private void enter(Frame.Inside inside, Frame.Part part) {
    inside.part = part;
    List<Node> nodes =
        switch (part) {
          case BODY -> inside.block.body();
          case RESCUE -> inside.block.rescue();
          case ALWAYS -> inside.block.always();
        };
    stack.push(new Frame.Sequence(nodes));
  }

  /** Leaves the stop behind. */
  private void step() {
    Frame top = stack.peek();
    if (top instanceof Frame.Sequence sequence) {
      sequence.index++;
    } else if (top instanceof Frame.Handlers all) {
      notified.remove(handlers.get(all.index));
      all.index++;
    }
  }

  /** Goes on to the next stop, wherever the stack stands now. */
  private void settle() {
    while (true) {
      Frame top = stack.peek();
      if (top == null) {
        stop = new Stop.End();
        return;
      }
      boolean found =
          top instanceof Frame.Sequence sequence
              ? inSequence(sequence)
              : top instanceof Frame.Inside inside
                  ? afterPart(inside)
                  : top instanceof Frame.Handlers all ? inHandlers(all) : inPlay((Frame.Play) top);
      if (found) {
        return;
      }
    }
  }

  private boolean inSequence(Frame.Sequence sequence) {
    if (sequence.isOver()) {
      stack.pop();
      return false;
    }
    return arrive(sequence.nodes.get(sequence.index));
  }

  /** Whether a node is a stop; a block is entered instead. */
  private boolean arrive(Node node) {
    if (node instanceof Block block) {
      if (isRepeated(block)) {
        step();
        return false;
      }
      Frame.Inside inside = new Frame.Inside(block);
      stack.push(inside);
      enter(inside, Frame.Part.BODY);
      return false;
    }
    stop = node instanceof Task task ? new Stop.OfTask(task) : new Stop.OfInclude((Include) node);
    return true;
  }

  private boolean isRepeated(Block block) {
    return block.kind() == Block.Kind.ROLE
        && block
            .role()
            .map(use -> !use.allowDuplicates() && rolesDone.contains(use.identity()))
            .orElse(false);
  }

  private boolean afterPart(Frame.Inside inside) {
    if (inside.part != Frame.Part.ALWAYS && !inside.block.always().isEmpty()) {
      enter(inside, Frame.Part.ALWAYS);
      return false;
    }
    stack.pop();
    if (inside.failing) {
      fall();
    } else {
      leave(inside.block);
      step();
    }
    return false;
  }

  private void leave(Block block) {
    if (block.kind() == Block.Kind.ROLE) {
      block.role().map(RoleUse::identity).ifPresent(rolesDone::add);
    }
  }

  private boolean inHandlers(Frame.Handlers all) {
    while (all.index < handlers.size()) {
      Node handler = handlers.get(all.index);
      if (notified.contains(handler)) {
        return arrive(handler);
      }
      all.index++;
    }
    stack.pop();
    return false;
  }

  private boolean inPlay(Frame.Play play) {
    if (failed) {
      stack.clear();
      return false;
    }
    play.index++;
    if (play.index == 0) {
      if (gathers) {
        stop = new Stop.Gather();
        return true;
      }
      return false;
    }
    int section = (play.index - 1) / 2;
    if (section >= sections.size()) {
      stack.pop();
      return false;
    }
    stack.push(
        play.isHandlers()
            ? new Frame.Handlers()
            : new Frame.Sequence(sections.get(section).nodes()));
    return false;
  }
}
