import { expect, it } from '@jest/globals'
import { brandSteps, contrast } from './brand.ts'

const colours = ['#165dff', '#0e7490', '#f59e0b', '#ffffff', '#000000', '#22c55e']

it.each(colours)('makes readable steps of %s', (colour) => {
  const light = brandSteps(colour, 'light')
  const dark = brandSteps(colour, 'dark')
  expect([light.length, dark.length]).toEqual([10, 10])
  // Text on white, and white text on a button; then text on a dark card, and white text on a dark theme's button.
  expect(contrast(light[5] ?? [0, 0, 0], [255, 255, 255])).toBeGreaterThanOrEqual(4.5)
  expect(contrast(dark[5] ?? [0, 0, 0], [31, 33, 37])).toBeGreaterThanOrEqual(4.5)
  expect(contrast(dark[3] ?? [0, 0, 0], [255, 255, 255])).toBeGreaterThanOrEqual(4.5)
})

it('keeps a colour that is already readable', () => {
  expect(brandSteps('#165dff', 'light')[5]).toEqual([22, 93, 255])
})
