import { passwordPattern } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { checkRules, strengthOf } from './rules.ts'

const broken = (password: string, old = 'Old12345') =>
  checkRules(password, old)
    .filter(({ met }) => !met)
    .map(({ name }) => name)

describe('the rules of a new password', () => {
  it.each([
    ['', ['length', 'alphabet', 'upper', 'lower', 'digit', 'different']],
    ['Abcdef1', ['length']],
    ['Abcdefghijklmno17', ['length']],
    ['Abcdef1!', ['alphabet']],
    ['Abcdef1密', ['alphabet']],
    ['abcdefg1', ['upper']],
    ['ABCDEFG1', ['lower']],
    ['Abcdefgh', ['digit']],
    ['Old12345', ['different']],
    ['Abcdefg1', []],
  ])('lists what %j lacks', (password, names) => {
    expect(broken(password)).toEqual(names)
  })

  it('omits the rule about the old password if the form has none', () => {
    expect(checkRules('').map(({ name }) => name)).not.toContain('different')
  })

  it.each([
    'Abcdefg1',
    'abcdefg1',
    'Abcdef1',
    'Abcdef1!',
    'Abcdefghijklmno17',
    'ABCDEFG1',
    'A1b2C3d4E5f6G7h8',
  ])('agrees with the contract’s rule: %j', (password) => {
    expect(broken(password).length === 0).toBe(passwordPattern.test(password))
  })
})

it.each([
  ['', 'none'],
  ['abc', 'weak'],
  ['Abcdefg1', 'fair'],
  ['Aaaaaaaaaaa1', 'fair'],
  ['Abcdefghijk1', 'strong'],
])('rates %j as %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})
