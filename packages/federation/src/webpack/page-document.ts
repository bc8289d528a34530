/**
 * Transforms modules of Arco that use the whole document. In the build for embedding pages, limits their `document`
 * to the suite's part of the page.
 * @returns the module, which imports `document` from the module in the option `document`
 */
export default function pageDocument(
  this: { getOptions(): { readonly document: string } },
  source: string,
): string {
  return `import { document } from ${JSON.stringify(this.getOptions().document)};\n${source}`
}
