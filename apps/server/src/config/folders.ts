import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../..')

/** What is found and kept beside the code, where the environment names no other place. */
export const folders = {
  data: join(root, '.data'),
  manuals: join(root, 'docs/manuals'),
  profile: join(root, 'profile.json'),
  web: join(root, 'dist/web'),
} as const
