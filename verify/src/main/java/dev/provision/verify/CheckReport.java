package dev.provision.verify;

import dev.provision.verify.CheckResults.CheckResult;
import dev.provision.verify.CheckResults.Verdict;
import java.util.List;

/** The first plain report: what was checked on which host and what was found there. */
public final class CheckReport {

  private CheckReport() {}

  /** {@code 14 passed, 1 fell short, 2 skipped}. */
  public static String summary(CheckResults results) {
    StringBuilder out = new StringBuilder();
    out.append(results.count(Verdict.PASSED)).append(" passed, ");
    out.append(results.count(Verdict.FELL_SHORT)).append(" fell short, ");
    out.append(results.count(Verdict.SKIPPED)).append(" skipped");
    long unreachable = results.count(Verdict.UNREACHABLE);
    return unreachable == 0 ? out.toString() : out + ", " + unreachable + " unreachable";
  }

  /** A page to attach to a change. */
  public static String markdown(CheckResults results) {
    StringBuilder out = new StringBuilder("# Effective state\n\n");
    out.append(summary(results)).append(".\n\n");
    out.append("| host | check | verdict | found |\n|---|---|---|---|\n");
    List<CheckResult> all = results.results();
    for (CheckResult result : all) {
      out.append("| ")
          .append(escape(result.host()))
          .append(" | ")
          .append(escape(result.check()))
          .append(" | ")
          .append(
              result.verdict() == Verdict.FELL_SHORT ? "**fell short**" : result.verdict().word())
          .append(" | ")
          .append(
              result.found().isEmpty() ? "" : "`" + escape(result.found()).replace('`', '\'') + "`")
          .append(" |\n");
    }
    return out.toString();
  }

  private static String escape(String text) {
    return text.replaceAll("\\p{Cntrl}", " ").replace("|", "\\|");
  }
}
