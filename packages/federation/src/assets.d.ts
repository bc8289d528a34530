/* What the build makes of files that are not code (webpack/rules.ts). */

declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
declare module '*.css'
declare module '*.svg' {
  const url: string
  export default url
}
