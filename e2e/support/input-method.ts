import type { CDPSession, Page } from '@playwright/test'

/** The key code that Chromium reports for a key the input method consumes. */
const consumed = 229

/** Key codes that keys may have during a composition: Tab is always consumed, the others need not be. */
const keyCodes = {
  Enter: [consumed, 13],
  Escape: [consumed, 27],
  ArrowDown: [consumed, 40],
  Tab: [consumed],
} as const

export type HandledKey = keyof typeof keyCodes

/** An input method that composes text in the focused field, like a Chinese one. */
interface InputMethod {
  /** Types letters that are not converted to characters yet. */
  readonly compose: (letters: string) => Promise<void>
  /** Presses keys during the composition. */
  readonly press: (...keys: HandledKey[]) => Promise<void>
  /** Ends the composition with these characters. */
  readonly commit: (characters: string) => Promise<void>
}

const pressKey = async (client: CDPSession, key: HandledKey, keyCode: number): Promise<void> => {
  const event = { key, code: key, windowsVirtualKeyCode: keyCode }
  await client.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event })
  await client.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
}

export async function openInputMethod(page: Page): Promise<InputMethod> {
  const client = await page.context().newCDPSession(page)
  return {
    compose: async (text) => {
      await client.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
    },
    press: async (...keys) => {
      for (const key of keys) for (const keyCode of keyCodes[key]) await pressKey(client, key, keyCode)
    },
    commit: async (text) => {
      await client.send('Input.insertText', { text })
    },
  }
}
