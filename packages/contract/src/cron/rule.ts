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

/** The longest that the builder makes: every field a list of all but one of its values. */
const maxExpressionLength = 1200

/** A cron expression of Quartz that the scheduler runs; others are rejected with the reason. */
export const cronExpression = requiredText(maxExpressionLength).check((context) => {
  // The checks before have said so of these.
  if (context.value === '' || context.value.length > maxExpressionLength) return
  const found = cronProblem(context.value)
  if (!found) return
  context.issues.push({ code: 'custom', message: found.key, params: found.params, input: context.value })
})
