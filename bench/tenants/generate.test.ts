import { expect, test } from '@jest/globals'
import { generateTenants } from './generate.ts'

const tenants = generateTenants(5000)

test('the same tenants are generated in every run, and a longer list begins with the same ones', () => {
  expect(generateTenants(5000)).toEqual(tenants)
  expect(generateTenants(5010).slice(0, 5000)).toEqual(tenants)
})

test('names and codes are unique', () => {
  expect(new Set(tenants.map(({ name }) => name.toLowerCase())).size).toBe(tenants.length)
  expect(new Set(tenants.map(({ code }) => code)).size).toBe(tenants.length)
})

test('about three in five names are Chinese', () => {
  const chinese = tenants.filter(({ name }) => /^\p{Script=Han}/u.test(name)).length
  expect(chinese / tenants.length).toBeCloseTo(0.6, 1)
})
