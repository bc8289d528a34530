import '@arco-design/web-react/es/Drawer/style/css.js'
import '@arco-design/web-react/es/Modal/style/css.js'
import './dialog.css'
