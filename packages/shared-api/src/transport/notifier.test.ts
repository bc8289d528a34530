import { beforeAll, beforeEach, expect, it } from '@jest/globals'
import { installNotifier, showFrontEndErrors } from './notifier.ts'

let shown: string[]
beforeAll(showFrontEndErrors)
beforeEach(() => {
  shown = []
  installNotifier({ error: (message) => void shown.push(message) })
})

/**
 * Dispatches an uncaught error as the browser does.
 * @returns whether it was handled
 */
const report = (error: unknown): boolean => {
  const event = new ErrorEvent('error', { error, cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

it.each(['请输入中心！[前端]', '用户名不正确（前端）', 'select a site (front end)'])(
  'shows %j as a toast',
  (message) => {
    expect(report(new Error(message))).toBe(true)
    expect(shown).toEqual([message])
  },
)

it.each([new Error('a plain failure'), new TypeError('x is not a function (near f())'), '(text)', undefined])(
  'leaves %p to the console',
  (error) => {
    expect(report(error)).toBe(false)
    expect(shown).toEqual([])
  },
)
