import { expect, test } from '@jest/globals'
import { bandOf, ngramsOf } from './keywords.ts'

test('keywords are taken from texts, with one script and length', () => {
  const texts = ['阿卜杜·买买提', 'anna berg', 'a.berg1f@mail.example']
  expect(ngramsOf(texts, 'Chinese', 3)).toEqual(['阿卜杜', '卜杜·', '杜·买', '·买买', '买买提'])
  expect(ngramsOf(texts, 'Latin', 6)).toEqual(['anna b', 'nna be', 'na ber', 'a berg', 'exampl', 'xample'])
})

test('ranges of match counts have the same width on a logarithmic scale', () => {
  expect([1, 4, 5, 21, 22, 100, 464, 2154, 2155, 10_000].map(bandOf)).toEqual([0, 0, 1, 1, 2, 3, 3, 4, 5, 5])
})
