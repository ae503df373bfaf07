// The id of the object at a pixel.
uniform uint id;
out uint answer;
void main() { answer = id; }
