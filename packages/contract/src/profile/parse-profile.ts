import type * as z from 'zod/mini'
import { Profile } from './profile.ts'

/** Reports an invalid profile. The message names every invalid field. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError'
}

const explained = ({ path, message, ...issue }: z.core.$ZodIssue): string => {
  const names = issue.code === 'unrecognized_keys' ? issue.keys : []
  const field = [...path, ...names].map(String).join('.') || 'the profile'
  return names.length > 0 ? `${field} is not a setting` : `${field} ${message}`
}

/**
 * Checks a profile and fills in its defaults.
 * @param value content of `profile.json`
 * @throws ProfileError with all mistakes in one line
 */
export const parseProfile = (value: unknown): Profile => {
  const { data, error } = Profile.safeParse(value)
  if (error) throw new ProfileError(error.issues.map(explained).join('; '))
  return data
}
