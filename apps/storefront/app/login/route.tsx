import { LoginScreen } from './LoginScreen.tsx';

export default LoginScreen;
