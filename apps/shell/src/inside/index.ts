export { InsideBoundary } from './InsideBoundary.tsx'
export { InsideRoutes, loadInside } from './lazy.ts'
