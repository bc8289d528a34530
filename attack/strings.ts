/** Unusual texts, collected for this project: each has broken some program that expected ordinary text. */
export const oddTexts: readonly string[] = [
  // Nothing, and characters that look like nothing.
  ...['', ' ', '\t\r\n', '\u00a0', '\u200b', '\ufeff', '\u2060\u2060', '\u3000'],
  // Characters that end texts, lines and headers in other programs.
  ...['a\u0000b', '\u0001\u001b[31m', 'a\r\nSet-Cookie: a=b', '\u0085\u2028\u2029', '\u007f'],
  // Incomplete characters, and characters made of several.
  ...['\ud800', 'a\udfffb', '\ufffe\uffff', 'e\u0301'.repeat(50), '👩‍👩‍👧‍👦'.repeat(20), '🇨🇳🏳️‍🌈', '𠮷𡃁𪚥'],
  // Right-to-left text, and text whose length changes with its case.
  ...['\u202ecod.exe', 'مستخدم‎admin', 'İıſßŉ', 'ﬃﷺ', 'ＡＤＭＩＮ１２３', 'аdmin'],
  // Invalid numbers, and numbers that fit no column.
  ...[
    '-1',
    '0',
    '00',
    '1e309',
    '9'.repeat(400),
    '0x1f',
    'NaN',
    'Infinity',
    '1,5',
    '٣',
    '2147483648',
    '-9223372036854775809',
  ],
  // Invalid days.
  ...['0000-00-00', '2026-02-30', '9999-12-31T23:59:60Z', '-271821-04-20', '2026-13-01,2026-01-01'],
  // Code in other languages.
  ...[
    "' or ''='",
    '"; drop table app_user; --',
    "\\'; select pg_sleep(9); --",
    '%',
    '_%_',
    '\\',
    '$1',
    ':x',
    '{1,2}',
  ],
  ...[
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    '&lt;b&gt;',
    '<![CDATA[x]]>',
  ],
  ...[
    '{{7*7}}',
    '\u0024{7*7}',
    '#{7*7}',
    '<%= 7*7 %>',
    '%s%n%x',
    '`id`',
    '$(id)',
    '| cat /etc/hosts',
    '*)(uid=*',
  ],
  ...[
    '=1+1',
    '@SUM(1)',
    '+1',
    '../../../../etc/hosts',
    '..\\..\\boot',
    '/proc/self/environ',
    'file:///etc/hosts',
    '%2e%2e%2f',
  ],
  ...['__proto__', 'constructor', 'toString', 'null', 'undefined', 'true', '[object Object]', '[]', '{"a":'],
  // Texts longer than any field.
  ...['长'.repeat(5_000), 'x'.repeat(100_000), 'a,'.repeat(20_000)],
]

let deep: unknown = 'deep'
for (let level = 0; level < 500; level++) deep = [deep]

/** Values of other types for fields that expect a text. */
export const oddValues: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[]], [null], [{}]],
  { length: 1 },
  { toString: 'x' },
  JSON.parse('{"__proto__":{"polluted":true}}'),
  Array.from({ length: 2_000 }, (_, index) => index),
  deep,
]
