import { wrongAddresses } from '@atrium/contract'
import { expect, it } from '@jest/globals'
import { addressesIn } from './addresses.ts'

it.each([
  ['', []],
  [' , ，\n', []],
  ['a@x.cn', ['a@x.cn']],
  [
    'a@x.cn,b@x.cn， c@x.cn\r\nd@x.cn；e@x.cn;\tf@x.cn、g@x.cn',
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `${name}@x.cn`),
  ],
  ['a@x.cn, a@x.cn', ['a@x.cn']],
  ['two words@x.cn', ['two words@x.cn']],
])('finds the addresses in %p: %p', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses)
})

it('finds every invalid address among 500', () => {
  const list = Array.from({ length: 500 }, (_, index) =>
    index % 100 === 7 ? `Bad${index}@x.cn` : `u-${index}_a.b@x.cn`,
  )
  expect(wrongAddresses(addressesIn(list.join('，\n')))).toEqual(
    [7, 107, 207, 307, 407].map((index) => `Bad${index}@x.cn`),
  )
})
