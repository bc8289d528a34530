import { describe, expect, it } from '@jest/globals'
import { formatHeaders, isHttpUrl, parseHeaders } from './http-request.ts'

describe('the headers of a request', () => {
  it('are parsed from one line each', () => {
    const text = 'Authorization: Bearer a.b-c==\r\n\n  X-Study:S-01  \nX-Empty:'
    const headers = [
      { name: 'Authorization', value: 'Bearer a.b-c==' },
      { name: 'X-Study', value: 'S-01' },
      { name: 'X-Empty', value: '' },
    ]
    expect(parseHeaders(text)).toEqual(headers)
    expect(parseHeaders(formatHeaders(headers))).toEqual(headers)
    expect(parseHeaders('')).toEqual([])
  })

  it.each([
    'no colon',
    ': value',
    'A B: 1',
    'A: 随访',
    'A: 1\u0000',
    'A: 1\nB',
    'A: 1\na: 2',
    'Host: other.example',
    'content-length: 3',
    'Transfer-Encoding: chunked',
    'Proxy-Authorization: Basic x',
  ])('are rejected if one is %j', (text) => {
    expect(parseHeaders(text)).toBeUndefined()
  })
})

describe('the address of a request', () => {
  it.each(['https://edc.example', 'http://edc.example:8080/jobs?kind=daily', 'https://[2001:db8::1]/'])(
    'may be %s',
    (url) => expect(isHttpUrl(url)).toBe(true),
  )

  it.each([
    'edc.example',
    '/jobs',
    'ftp://edc.example',
    'https://user@edc.example',
    'https://edc.example/#a',
  ])('may not be %s', (url) => expect(isHttpUrl(url)).toBe(false))
})
