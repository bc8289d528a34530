import { describe, expect, it } from '@jest/globals'
import { parseAllowList, parseHostList } from './outbound-lists.ts'

describe('the list of allowed private addresses', () => {
  it('accepts hosts as written in URLs, and networks', () => {
    const { hosts, networks } = parseAllowList('EDC.Example., edc.example:81,127.0.0.1:8025 , [::1]:80')
    expect(hosts).toEqual([
      { host: 'edc.example' },
      { host: 'edc.example', port: 81 },
      { host: '127.0.0.1', port: 8025 },
      { host: '::1', port: 80 },
    ])
    expect(networks).toEqual([])
  })

  it('treats an address without a port as a network of one address', () => {
    const { networks } = parseAllowList('10.0.0.0/8, 10.1.2.3, ::1, [fd00::1], fd00::/8')
    expect(networks.map(([address, bits]) => `${address}/${bits}`)).toEqual([
      '10.0.0.0/8',
      '10.1.2.3/32',
      '::1/128',
      'fd00::1/128',
      'fd00::/8',
    ])
  })

  it.each([
    '',
    'a,,b',
    'http://a',
    'a/b',
    'a:b',
    'a:0',
    'a:65536',
    '10.0.0.0/33',
    'a@b',
    'a b',
    '*.a',
    '*',
    'a?b',
    '%',
  ])('rejects the list %j', (text) => {
    expect(() => parseAllowList(text)).toThrow()
  })
})

describe('the list of allowed hosts', () => {
  it('accepts hosts, and wildcards for all hosts below one', () => {
    expect(parseHostList('Edc.example, *.Trial.example,10.0.0.1')).toEqual([
      'edc.example',
      '.trial.example',
      '10.0.0.1',
    ])
  })

  it.each(['', '*', '*.', 'a.*', 'a:80', '10.0.0.0/8', 'https://a'])('rejects the host list %j', (text) => {
    expect(() => parseHostList(text)).toThrow()
  })
})
