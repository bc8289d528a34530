import * as z from 'zod/mini'
import { textKey } from '../core/texts.ts'

/** Stages of loading a remote into a page, and later failures there. */
export const reportStages = [
  'registry',
  'manifest',
  'compatibility',
  'entry',
  'init',
  'module',
  'render',
  'frozen',
  'csp',
] as const

/** Only characters of names and versions; '' if the page has no value. */
const plain = z.regex(/^[\w.-]*$/)
const name = z.string().check(z.maxLength(63), plain)
const version = z.string().check(z.maxLength(64), plain)

/** Reports of a page about releases, at most fifty per call. */
export const ReleaseReport = z.object({
  events: z
    .array(
      z.union([
        z.object({
          kind: z.literal('loaded'),
          name,
          version,
          /** Milliseconds between entering the area and showing its screen. */
          readyTime: z.number().check(z.minimum(0), z.maximum(600_000)),
        }),
        z.object({
          kind: z.literal('failed'),
          name,
          version,
          stage: z.enum(reportStages),
          status: z.int().check(z.minimum(0), z.maximum(999)),
          /** At most 500 characters of the browser's message, without the queries of URLs. */
          detail: z.string().check(z.maxLength(500)),
        }),
        z.object({
          kind: z.literal('vital'),
          name,
          version,
          /** Largest Contentful Paint and Interaction to Next Paint in milliseconds, Cumulative Layout Shift as a score. */
          metric: z.enum(['lcp', 'inp', 'cls']),
          value: z.number().check(z.minimum(0), z.maximum(600_000)),
        }),
      ]),
      textKey('rule.required'),
    )
    .check(z.minLength(1, textKey('rule.required')), z.maxLength(50, textKey('rule.tooMany'))),
})
export type ReleaseReport = z.output<typeof ReleaseReport>
export type ReleaseEvent = ReleaseReport['events'][number]
