import { getInstance, type ModuleFederation } from '@module-federation/runtime'

/** The page's federation runtime, made by the shell's own build before its first line runs. */
export function federation(): ModuleFederation {
  const instance = getInstance()
  if (!instance) throw new Error('The page has no federation runtime: the shell was not built as a host')
  return instance
}
