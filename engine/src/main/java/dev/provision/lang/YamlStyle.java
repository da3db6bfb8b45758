package dev.provision.lang;

import java.util.Optional;

/**
 * How YAML text looks: the arguments of PyYAML's {@code dump}.
 *
 * @param flow which lists and mappings stand in brackets and braces
 * @param indent blanks per level
 * @param width where long text is broken, in characters
 * @param sortKeys whether keys are put in order
 * @param quote {@code default_style}: the character that starts every scalar, a quote, {@code |} or
 *     {@code >}
 */
public record YamlStyle(
    Flow flow,
    int indent,
    int width,
    boolean sortKeys,
    boolean allowUnicode,
    boolean explicitStart,
    boolean explicitEnd,
    boolean canonical,
    Optional<Character> quote) {

  /** {@code default_flow_style}. */
  public enum Flow {
    /** {@code true}. */
    FLOW,
    /** {@code false}. */
    BLOCK,
    /** {@code null}: only collections of nothing but scalars. */
    LEAVES
  }

  /** What the filter {@code to_yaml} gives. */
  public static final YamlStyle COMPACT =
      new YamlStyle(Flow.LEAVES, 2, 80, true, true, false, false, false, Optional.empty());

  /** What the filter {@code to_nice_yaml} gives. */
  public static final YamlStyle NICE =
      new YamlStyle(Flow.BLOCK, 4, 80, true, true, false, false, false, Optional.empty());

  public YamlStyle withFlow(Flow newFlow) {
    return new YamlStyle(
        newFlow,
        indent,
        width,
        sortKeys,
        allowUnicode,
        explicitStart,
        explicitEnd,
        canonical,
        quote);
  }

  public YamlStyle withIndent(int newIndent) {
    return new YamlStyle(
        flow,
        newIndent,
        width,
        sortKeys,
        allowUnicode,
        explicitStart,
        explicitEnd,
        canonical,
        quote);
  }

  public YamlStyle withWidth(int newWidth) {
    return new YamlStyle(
        flow,
        indent,
        newWidth,
        sortKeys,
        allowUnicode,
        explicitStart,
        explicitEnd,
        canonical,
        quote);
  }

  public YamlStyle withSortKeys(boolean newSortKeys) {
    return new YamlStyle(
        flow,
        indent,
        width,
        newSortKeys,
        allowUnicode,
        explicitStart,
        explicitEnd,
        canonical,
        quote);
  }

  public YamlStyle withAllowUnicode(boolean newAllowUnicode) {
    return new YamlStyle(
        flow,
        indent,
        width,
        sortKeys,
        newAllowUnicode,
        explicitStart,
        explicitEnd,
        canonical,
        quote);
  }

  public YamlStyle withExplicit(boolean start, boolean end) {
    return new YamlStyle(flow, indent, width, sortKeys, allowUnicode, start, end, canonical, quote);
  }

  public YamlStyle withCanonical(boolean newCanonical) {
    return new YamlStyle(
        flow,
        indent,
        width,
        sortKeys,
        allowUnicode,
        explicitStart,
        explicitEnd,
        newCanonical,
        quote);
  }

  public YamlStyle withQuote(char newQuote) {
    return new YamlStyle(
        flow,
        indent,
        width,
        sortKeys,
        allowUnicode,
        explicitStart,
        explicitEnd,
        canonical,
        Optional.of(newQuote));
  }
}
