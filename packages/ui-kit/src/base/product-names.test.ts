import { expect, it } from '@jest/globals'
import { nameIn } from './product-names.ts'

const both = JSON.stringify({ chs: '研究护士', en: 'Study nurse' })

it.each([
  ['Monitor', 'Monitor', 'Monitor'],
  [both, '研究护士', 'Study nurse'],
  ['{"chs":"研究护士"}', '研究护士', '研究护士'],
  ['{"chs":" ","en":"Study nurse"}', 'Study nurse', 'Study nurse'],
  [' {"chs":"研究护士"}', '研究护士', '研究护士'],
  ['{"chs":', '{"chs":', '{"chs":'],
  ['{"name":"x"}', '{"name":"x"}', '{"name":"x"}'],
  ['{"chs":7}', '{"chs":7}', '{"chs":7}'],
  ['{A} 组', '{A} 组', '{A} 组'],
  ['["chs"]', '["chs"]', '["chs"]'],
  ['', '', ''],
])('shows %p as %p in Chinese and as %p in English', (text, zh, en) => {
  expect([nameIn('zh', text), nameIn('en', text)]).toEqual([zh, en])
})
