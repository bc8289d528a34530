import { escapeHtml } from './escape.ts'

/** Stands in a skeleton for the system's name. */
const nameMark = '{systemName}'

/** A skeleton with the deployment's name in it, the first words that a visitor sees. */
export const fillSkeleton = (skeleton: string, systemName: string): string =>
  skeleton.replaceAll(nameMark, () => escapeHtml(systemName))
