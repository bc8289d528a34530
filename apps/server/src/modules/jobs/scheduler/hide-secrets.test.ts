import { describe, expect, it } from '@jest/globals'
import { hideSecrets } from './hide-secrets.ts'

const header = (value: string, name = 'Authorization') => ({ name, value })
const basic = header(`Basic ${Buffer.from('atrium:s3cret/pass<"word">').toString('base64')}`)
const bearer = header('Bearer a+b/c&d="e"-token')

const claims = Buffer.from('{"sub":"s3cret-claim"}').toString('base64url')

describe('hideSecrets', () => {
  it.each([
    ['as it was sent', bearer, bearer.value],
    ['without its scheme', bearer, 'a+b/c&d="e"-token'],
    ['in other letters', bearer, 'A+B/C&D="E"-TOKEN'],
    ['escaped for JSON', bearer, 'a+b\\/c&d=\\"e\\"-token'],
    ['escaped for JSON by numbers', bearer, 'a\\u002bb/c\\u0026d=\\u0022e\\u0022-token'],
    ['escaped for a URL', bearer, 'a%2Bb%2Fc%26d%3D%22e%22-token'],
    ['escaped for a URL twice', bearer, 'a%252bb%252fc%2526d%253d%2522e%2522-token'],
    ['escaped for a form', header('my own secret'), 'my+own+secret'],
    ['escaped for HTML', bearer, 'a+b/c&amp;d=&quot;e&quot;-token'],
    ['escaped for HTML by numbers', bearer, 'a&#43;b/c&#x26;d=&#34;e&#x22;-token'],
    ['decoded from base64', basic, 'atrium:s3cret/pass<"word">'],
    ['decoded, the password alone', basic, 's3cret/pass<'],
    ['decoded and escaped', basic, 's3cret%2Fpass%3C'],
    ['encoded as base64', header('plain-s3cret-key'), Buffer.from('plain-s3cret-key').toString('base64')],
    ['decoded, a claim of a JWT', header(`Bearer e30.${claims}.c2lnbmVk`), 's3cret-claim'],
    ['as the value of a cookie', header('lang=zh; sid=s3cret-session', 'Cookie'), 's3cret-session'],
    ['as a parameter of its own', header('Digest username="atrium", response="s3cret"'), 's3cret'],
    ['though it is short', header('p1n', 'X-Pin'), 'p1n'],
    ['though it is one digit', header('7', 'X-Pin'), '7'],
  ])('hides a secret %s', (_what, sent, answered) => {
    const text = hideSecrets(`refused: ${answered}, sorry`, [sent])
    expect(text).toMatch(/^refused: \S*\*\*\*\S*, sorry$/)
    expect(text).not.toMatch(/s3cret|token|p1n|7|own/i)
    expect(text.replaceAll(/[^a-z]/gi, '').length).toBeLessThanOrEqual('refusedsorry'.length)
  })

  it('hides them completely, leaving no part of a longer value', () => {
    expect(hideSecrets('key=abcdefgh abcd', [header('abcd'), header('abcdefgh', 'X-Key')])).toBe(
      'key=*** ***',
    )
  })

  it('does not hide short secrets inside longer words', () => {
    expect(hideSecrets('7 of 17 rows in 2027, 100%', [header('7', 'X-Pin')])).toBe(
      '*** of 17 rows in 2027, 100%',
    )
    expect(hideSecrets('Done: 12 &amp; 13 \\n "随访" 😀', [bearer])).toBe('Done: 12 &amp; 13 \\n "随访" 😀')
    expect(hideSecrets('{"a": "*/*"}', [header('*/*', 'Accept')])).toBe('{"a": "*/*"}')
    expect(hideSecrets('taken', [])).toBe('taken')
  })
})
