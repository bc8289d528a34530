export { BrandPanel } from './BrandPanel.tsx'
