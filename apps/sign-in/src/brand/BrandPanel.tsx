import type { ReactNode } from 'react'
import { BrandArt } from './BrandArt.tsx'
import './brand-panel.css'

/**
 * The panel beside the sign-in form, in the deployment's brand colour, light and dark.
 * @param props.children what stands over the picture: the logo, a line about the product
 */
export const BrandPanel = ({ children }: { children?: ReactNode }) => (
  <aside className="brand-panel">
    <BrandArt />
    <div className="brand-words">{children}</div>
  </aside>
)
