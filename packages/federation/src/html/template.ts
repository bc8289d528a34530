import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

/** Name of the released file that holds the template, in the shell's folder. */
export const templateName = 'page.json'

/** What the shell's build knows of its page; the rest is known at the request. */
export const ShellTemplate = z.object({
  /** Addresses of the shell's own files. */
  scripts: z.array(z.string()),
  styles: z.array(z.string()),
  /** Scripts that carry the shell's own texts, by language. */
  texts: z.record(z.string(), z.array(z.string())),
  /** What is painted before any script has come: HTML without text, and its CSS. */
  skeletons: z.object({ signedOut: z.string(), signedIn: z.string() }),
  skeletonCss: z.string(),
})
export type ShellTemplate = z.output<typeof ShellTemplate>

/** Source expression for the `style-src` of the page's Content-Security-Policy. */
export const skeletonStyleHash = ({ skeletonCss }: ShellTemplate): string =>
  `'sha256-${createHash('sha256').update(skeletonCss).digest('base64')}'`
