type Rgb = readonly [number, number, number]

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
const night: Rgb = [31, 33, 37]

const parse = (hex: string): Rgb => {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [channel(1), channel(3), channel(5)]
}

/**
 * Mixes two colours.
 * @param share how much of the second colour to use, from 0 to 1
 */
const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  Math.round(from[0] + (to[0] - from[0]) * share),
  Math.round(from[1] + (to[1] - from[1]) * share),
  Math.round(from[2] + (to[2] - from[2]) * share),
]

/** Returns the relative luminance of a colour as defined by WCAG 2.1. */
function luminance(color: Rgb): number {
  const [r, g, b] = color.map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Returns the contrast of two colours, from 1 to 21, as defined by WCAG 2.1. */
export function contrast(one: Rgb, other: Rgb): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** Minimum contrast ratio of text (WCAG 2.1 AA). */
const readable = 4.5

/** Returns the colour, or its nearest mix with another colour that is readable on a background. */
function readableOn(ground: Rgb, color: Rgb, towards: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.04) {
    const candidate = mix(color, towards, share)
    if (contrast(candidate, ground) >= readable) return candidate
  }
  return towards
}

/** How far steps 1 to 5 are mixed towards the background, and steps 7 to 10 away from it (0 to 1). */
const lighter = [0.92, 0.76, 0.57, 0.38, 0.18]
const darker = [0.18, 0.36, 0.52, 0.68]

/**
 * Returns Arco's ten steps of a colour. Step 6 is the colour as text: readable on white, or on the dark theme's
 * cards. In the dark theme, white text is readable on step 4.
 */
export function brandSteps(hex: string, theme: 'light' | 'dark'): readonly Rgb[] {
  const brand = parse(hex)
  if (theme === 'light') {
    const main = readableOn(white, brand, black)
    return [
      ...lighter.map((share) => mix(main, white, share)),
      main,
      ...darker.map((share) => mix(main, black, share)),
    ]
  }
  const main = readableOn(night, brand, white)
  const button = readableOn(white, brand, black)
  return [
    mix(button, night, 0.72),
    mix(button, night, 0.5),
    mix(button, black, 0.16),
    button,
    mix(button, main, 0.5),
    main,
    ...darker.map((share) => mix(main, white, share)),
  ]
}

const rule = (selector: string, steps: readonly Rgb[]): string =>
  `${selector}{${steps.map((step, index) => `--arcoblue-${index + 1}:${step.join(',')}`).join(';')}}`

/**
 * Applies a brand colour to the page, in both themes.
 * @param hex `#rrggbb`; any other value has no effect
 * @param scope the page, or one part of it
 * @returns a function that removes the colour again
 */
export function applyBrand(hex: string | undefined, scope: DocumentOrShadowRoot = document): () => void {
  if (!hex || !/^#[\da-f]{6}$/i.test(hex)) return () => undefined
  // A constructed style sheet, because the Content-Security-Policy forbids inline styles.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    rule('html body', brandSteps(hex, 'light')) +
      rule('html body[arco-theme="dark"]', brandSteps(hex, 'dark')),
  )
  scope.adoptedStyleSheets = [...scope.adoptedStyleSheets, sheet]
  return () => {
    scope.adoptedStyleSheets = scope.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
