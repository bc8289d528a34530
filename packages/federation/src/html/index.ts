export { readRelease, registryName } from './release.ts'
export { renderShellHtml, type ShellPage } from './render.ts'
export { skeletonStyleHash } from './styleHash.ts'
export { ShellTemplate, templateName } from './template.ts'
