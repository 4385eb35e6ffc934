"""Line of sight (KEN-LOS): who sees whom, in plan view, past whom and what."""
