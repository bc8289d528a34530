export { MenuDrawer } from './MenuDrawer.tsx'
export { SideMenu } from './SideMenu.tsx'
