import { describe, expect, it } from '@jest/globals'
import { addressGroup, parseAddress, trustedProxyCheck } from './client.ts'

describe('the group of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('of %j is %j', (address, group) => {
    expect(addressGroup(address)).toBe(group)
  })
})

describe('a forwarded address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:65535', '192.0.2.1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['*', undefined],
    ['unknown', undefined],
    ['192.0.2.1:port', undefined],
    ['192.0.2.256', undefined],
    ['3221225985', undefined],
    ['', undefined],
  ])('%j is %j', (text, address) => {
    expect(parseAddress(text)).toBe(address)
  })

  it('is trusted if the list contains it, with any port', () => {
    const isTrusted = trustedProxyCheck('loopback, 10.0.0.0/8')
    expect(['127.0.0.1', '10.1.2.3:8080', '[::1]:80', '::ffff:10.0.0.1'].map(isTrusted)).not.toContain(false)
    expect(['192.0.2.1', '*', '', '::ffff:192.0.2.1'].map(isTrusted)).not.toContain(true)
  })
})
