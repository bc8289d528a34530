import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

/** File name of the template, in the shell's folder. */
export const templateName = 'page.json'

/** The part of the page that the shell's build determines. */
export const ShellTemplate = z.object({
  /** Addresses of the shell's own files. */
  scripts: z.array(z.string()),
  styles: z.array(z.string()),
  /** Scripts with the shell's texts, by language. */
  texts: z.record(z.string(), z.array(z.string())),
  /** HTML without text, and its CSS, painted before any script has loaded. */
  skeletons: z.object({ signedOut: z.string(), signedIn: z.string() }),
  skeletonCss: z.string(),
})
export type ShellTemplate = z.output<typeof ShellTemplate>

/** Source expression for the `style-src` of the page's Content-Security-Policy. */
export const skeletonStyleHash = ({ skeletonCss }: ShellTemplate): string =>
  `'sha256-${createHash('sha256').update(skeletonCss).digest('base64')}'`
