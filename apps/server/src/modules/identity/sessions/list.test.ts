import { describe, expect, it } from '@jest/globals'
import { deviceOf } from './list.ts'

const engine = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('a device', () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${engine} Chrome/131.0.0.0 Safari/537.36`,
      'Chrome 131 · Windows',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${engine} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
      'Microsoft Edge 131 · Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
      'Safari 17 · macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50(0x18003234) NetType/WIFI Language/zh_CN',
      'WeChat 8 · iOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox 133 · Linux'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['  ', ''],
    ['', ''],
  ])('with user agent %j is %j', (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device)
  })

  it('with an unknown user agent is shown truncated', () => {
    expect(deviceOf('x'.repeat(500))).toHaveLength(60)
  })
})
