/**
 * A loader for modules of Arco that look elements up in, or put them into, the whole page: in the build for other
 * people's pages they are given the part of the page in which the suite is shown.
 * @returns the module, whose `document` is that of the module named by the option `document`
 */
export default function pageDocument(
  this: { getOptions(): { readonly document: string } },
  source: string,
): string {
  return `import { document } from ${JSON.stringify(this.getOptions().document)};\n${source}`
}
