import { describe, expect, it } from '@jest/globals'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { captchaAlphabet, captchaLength, drawCaptcha, randomCaptchaText } from './image.ts'

const maxDataUrl = 8 * 1024

/** Returns the share of clearly dark pixels. */
const inkShare = async (png: Buffer): Promise<number> => {
  const image = await loadImage(png)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  const reds = data.filter((_, index) => index % 4 === 0)
  return reds.filter((red) => red < 150).length / reds.length
}

describe('captcha text', () => {
  it('has four characters of the alphabet', () => {
    const text = randomCaptchaText()
    expect(text).toHaveLength(captchaLength)
    expect([...text].every((character) => captchaAlphabet.includes(character))).toBe(true)
  })

  it('can contain every character of the alphabet', () => {
    const drawn = [...captchaAlphabet].map((_, index) => randomCaptchaText(() => index))
    expect(drawn).toEqual([...captchaAlphabet].map((character) => character.repeat(captchaLength)))
    expect(randomCaptchaText((end) => end - 1)).toBe(captchaAlphabet.slice(-1).repeat(captchaLength))
  })

  it.each(['0ODQ', '1IJ', '2Z', '4A', '5S', '69G', '7T', '8B', 'UV'])('has at most one of %s', (alike) => {
    expect([...alike].filter((character) => captchaAlphabet.includes(character)).length).toBeLessThan(2)
  })
})

describe('captcha picture', () => {
  it('is a PNG whose data URL stays small', async () => {
    const png = await drawCaptcha('MWMW')
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
    expect(`data:image/png;base64,${png.toString('base64')}`.length).toBeLessThan(maxDataUrl)
  })

  it('shows the characters in the bundled font', async () => {
    const [letters, nothing] = await Promise.all([drawCaptcha('MWHK'), drawCaptcha('    ')])
    expect(await inkShare(letters)).toBeGreaterThan((await inkShare(nothing)) + 0.08)
  })

  it('differs each time', async () => {
    const [first, second] = await Promise.all([drawCaptcha('ACE3'), drawCaptcha('ACE3')])
    expect(first.equals(second)).toBe(false)
  })
})
