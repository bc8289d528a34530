import { createHash } from 'node:crypto'
import type { ShellTemplate } from './template.ts'

/** Source expression for the `style-src` of the page's Content-Security-Policy. */
export const skeletonStyleHash = ({ skeletonCss }: ShellTemplate): string =>
  `'sha256-${createHash('sha256').update(skeletonCss).digest('base64')}'`
