export { readPage, readSuiteRegistry, registryName } from './release.ts'
export { renderShellHtml, type ShellPage } from './render.ts'
export { ShellTemplate, skeletonStyleHash, templateName } from './template.ts'
