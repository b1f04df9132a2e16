import { SignUpScreen } from './SignUpScreen.tsx';

export default SignUpScreen;
