import * as z from 'zod/mini'
import { requiredText } from '../core/fields.ts'
import { type TextsOfArea, textKey } from '../core/texts.ts'
import { isCronExpression } from './expression.ts'
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
const longestExpression = 1200

/** A cron expression of Quartz that the scheduler runs; a sentence says what is wrong with another. */
export const cronExpression = requiredText(longestExpression).check(
  z.refine((text) => text === '' || isCronExpression(text), textKey('cron.rule.expression')),
)
