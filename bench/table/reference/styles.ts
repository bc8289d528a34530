import '@arco-design/web-react/es/Table/style/css.js'
import '@arco-design/web-react/es/Form/style/css.js'
import '@arco-design/web-react/es/Input/style/css.js'
import '@arco-design/web-react/es/Button/style/css.js'
