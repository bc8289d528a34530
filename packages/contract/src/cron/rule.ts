import { requiredText } from '../core/fields.ts'
import type { TextsOfArea } from '../core/texts.ts'
import { cronProblem } from './problem.ts'
import type zh from './texts/zh.json'

declare module '../core/texts.ts' {
  interface AreaTexts {
    cron: typeof zh
  }
}

export const cronTexts: TextsOfArea = {
  area: 'cron',
  zh: () => import(/* webpackChunkName: "texts-zh" */ './texts/zh.json', { with: { type: 'json' } }),
  en: () => import(/* webpackChunkName: "texts-en" */ './texts/en.json', { with: { type: 'json' } }),
}

/**
 * Maximum length of an expression. The builder's longest one, in which each field lists all but one of its values,
 * fits in.
 */
const maxExpressionLength = 1200

/** A Quartz cron expression that the scheduler can run; others are rejected with the reason. */
export const cronExpression = requiredText(maxExpressionLength).check((context) => {
  // `requiredText` has already reported missing and overlong values.
  if (context.value === '' || context.value.length > maxExpressionLength) return
  const found = cronProblem(context.value)
  if (!found) return
  context.issues.push({ code: 'custom', message: found.key, params: found.params, input: context.value })
})
