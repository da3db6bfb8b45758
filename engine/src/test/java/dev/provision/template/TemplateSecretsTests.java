package dev.provision.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateSecretsTests {

  private final Templar templar =
      Templar.of(
          new LocalController(
              Path.of("."),
              Map.of(),
              bytes -> Optional.empty(),
              new TestYaml(),
              Clock.systemUTC()));

  private static final Scope SCOPE =
      Scope.of(
          Map.of(
              "pw", Value.secret("hunter2"),
              "name", Value.of("app"),
              "pin", Value.of(4711).asSecret(),
              "users",
                  Value.list(
                      Value.dict(Map.of("name", Value.of("a"), "pw", Value.secret("hunter2"))))));

  private String shown(String template) {
    Value value = templar.render(Value.of(template), SCOPE);
    return value instanceof Value.Str str ? str.text().shown() : value.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      value = {
        "user={{ name }} password={{ pw }}; => user=app password=********;",
        "{{ name ~ ':' ~ pw ~ '@' }} => app:********@",
        "{{ '%s:%s' % (name, pw) }} => app:********",
        "{{ '%s:%s' | format(name, pw) }} => app:********",
        "{{ '{}:{}!'.format(name, pw) }} => app:********!",
        "{{ [name, pw, 'x'] | join(',') }} => app,********,x",
        "{{ name + pw }} => app********",
        "{{ 'a-' ~ (pw | upper) }} => a-********",
        "{{ 'x' ~ pw[0:3] ~ 'y' }} => x********y",
        "{{ ('k=' ~ pw) | replace('k', 'key') }} => key=********",
        "{{ ('k=' ~ pw) | regex_replace('^k', 'key') }} => key=********",
        "{{ (' ' ~ pw ~ ' ') | trim }} => ********",
        "{{ ('a,' ~ pw).split(',')[1] ~ '.' }} => ********.",
        "{{ pw | b64encode }} => ********",
        "{{ pw | hash('sha256') }} => ********",
        "{{ pw | password_hash('sha512', 'abcdefgh', rounds=1000) }} => ********",
        "{{ 'plain' | password_hash('sha512', 'abcdefgh', rounds=1000) }} => ********",
        "port {{ pin }} => port ********",
        "port {{ pin + 1 }} => port ********",
        "port {{ '4711' if pin else '' }} => port 4711",
        "{% set x %}<{{ pw }}>{% endset %}{{ x }} => <********>",
        "{% macro m(p) %}[{{ p }}]{% endmacro %}{{ m(pw) }} => [********]",
        "{% for u in users %}{{ u.name }}={{ u.pw }};{% endfor %} => a=********;",
        "{% filter upper %}a{{ pw }}b{% endfilter %} => A********B",
        "{{ users | map(attribute='pw') | join('+') }} => ********",
        "{{ (users | to_json) ~ '' ~ 'x' }} => [{\"name\": \"a\", \"pw\": \"********\"}]x",
        "{{ pw | quote }} => ********",
        "{{ (pw ~ ' x') | quote }} => '******** x'",
        "{{ lookup('vars', 'pw') }} => ********",
      })
  void marksSurvive(String template, String shown) {
    String actual = shown(template);
    // The order of the keys of an immutable map is not fixed.
    String other = "[{\"pw\": \"********\", \"name\": \"a\"}]x";
    assertTrue(actual.equals(shown) || actual.equals(other), actual);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{ pw | from_yaml }}",
        "{{ ('\"' ~ pw ~ '\"') | from_json }}",
        "{{ {'a': pw} | to_nice_yaml }}x",
        "{{ pw | wordwrap(3) }}",
        "{{ pw | truncate(5, true, '', 0) }}",
        "{{ pw | urlencode }}",
        "{{ pw | reverse }}",
        "{{ pw | list }}",
        "{{ [pw] }}",
        "{{ {'a': pw} }}",
        "{{ pw | to_uuid }}",
        "{{ 'http://u:' ~ pw ~ '@h/' | urlsplit('password') }}",
        "{{ pw | regex_search('h.*') }}",
        "{{ pw | comment }}",
        "{{ pw | indent }}",
        "{{ pw | center(20) }}",
        "{{ pw | title }}",
        "{{ pw | string }}",
        "{{ pw | to_json }}",
        "{{ pw.split('n') }}",
        "{{ '%r' % pw }}",
        "{{ [[pw]] | flatten }}",
        "{{ {'a': {'b': pw}} | combine({'c': 1}) }}",
      })
  void nothingShowsTheSecret(String template) {
    Value value = templar.render(Value.of(template), SCOPE);
    assertTrue(value.hasSecret(), template);
    String shown = value.toString();
    assertFalse(shown.contains("hunter") || shown.contains("2retnuh"), shown);
  }

  @Test
  void numbersReadFromASecretAreSecrets() {
    Value value =
        templar.evaluate(
            "('4' ~ digits) | int",
            dev.provision.diag.Position.NONE,
            Scope.of(Map.of("digits", Value.secret("711"))));
    assertTrue(value.hasSecret());
    assertEquals("********", value.toString());
  }

  @Test
  void aRenderedFileMarksTheSpansOfItsSecrets() {
    Text text =
        templar.renderFile(
            TemplateSource.ofFile("my.cnf.j2", "[client]\nuser={{ name }}\npassword={{ pw }}\n"),
            SCOPE,
            TemplateOptions.FILE);
    assertEquals("[client]\nuser=app\npassword=hunter2\n", text.reveal());
    assertEquals("[client]\nuser=app\npassword=********\n", text.shown());
  }

  @Test
  void anEncryptedTemplateIsSecretWhereItIsText() {
    Text text =
        templar.renderFile(
            TemplateSource.ofFile("v.j2", Text.secret("key {{ name }} end")),
            SCOPE,
            TemplateOptions.FILE);
    assertEquals("********app********", text.shown());
  }

  @Test
  void messagesDoNotQuoteSecrets() {
    String detail =
        org.junit.jupiter.api.Assertions.assertThrows(
                dev.provision.diag.ProvisionException.class,
                () -> templar.render(Value.of("{{ pw | from_json }}"), SCOPE))
            .problem()
            .detail();
    assertFalse(detail.contains("hunter"), detail);
  }
}
