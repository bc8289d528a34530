import type * as z from 'zod/mini'
import { ReleaseFailure } from './failure.ts'

/** A file that is read: what it is called, and what it is to be. */
export interface FileToParse {
  readonly name: string
  readonly is: string
}

/**
 * Reads a file of JSON by its schema.
 * @throws ReleaseFailure naming the file, and what is wrong with it
 */
export function parseFile<Schema extends z.ZodMiniType>(
  schema: Schema,
  { name, is }: FileToParse,
  content: Buffer | string,
): z.output<Schema> {
  let parsed: unknown
  try {
    parsed = JSON.parse(content.toString())
  } catch {
    throw new ReleaseFailure(`${name} is no JSON.`)
  }
  const { data, error } = schema.safeParse(parsed)
  if (!error) return data
  const [{ path = [], message = '' } = {}] = error.issues
  throw new ReleaseFailure(`${name} is no ${is}: ${[path.join('.'), message].filter(Boolean).join(' ')}.`)
}
